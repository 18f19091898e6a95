/**
 * The text that the engine keeps in each resource's state and evaluates in its own process to get the provider.
 *
 * A state keeps it twice a resource, a change of it would show as a difference of every resource, and a state that an old
 * release wrote must find its provider in a new one. So each text is a short constant that never changes: what it loads may.
 */
export const providerText = {
  containerGroup: 'exports.handler=()=>require("pulumi-containergroups/provider").containerGroup()',
  containerGroupFleet: 'exports.handler=()=>require("pulumi-containergroups/provider").containerGroupFleet()',
  queue: 'exports.handler=()=>require("pulumi-containergroups/provider").queue()',
  queueJob: 'exports.handler=()=>require("pulumi-containergroups/provider").queueJob()',
} as const;
