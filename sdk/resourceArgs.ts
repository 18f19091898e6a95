import type * as pulumi from "@pulumi/pulumi";

/** The project that a resource belongs to, and with which settings it is reached. */
export interface ProjectArgs {
  /**
   * The organization: 2 to 63 characters that match `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. Default: the setting `organizationName`;
   * the preview fails where neither is given. A change replaces the resource.
   */
  organizationName?: pulumi.Input<string | undefined>;
  /**
   * The project, under the same rule for names. Default: the setting `projectName`; the preview fails where neither is given. A
   * change replaces the resource.
   */
  projectName?: pulumi.Input<string | undefined>;
  /**
   * The entry of the setting `profiles` whose settings win over those of the stack (`docs/settings.md`): a string of 1 to 200
   * characters. A change replaces the resource.
   */
  profile?: pulumi.Input<string | undefined>;
}

/** Which group or queue of a project a resource declares. */
export interface NamedArgs extends ProjectArgs {
  /**
   * The name in the service: 2 to 63 characters that match `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. Default: the name of the resource in
   * the program, unchanged. A change replaces the resource: it then declares another group or queue, and the one before is
   * forgotten.
   */
  name?: pulumi.Input<string | undefined>;
}

/** What becomes of fields that are taken out of the program. `Absent` is what stands for an argument that is not given. */
export interface RemovedMembersArgs<Absent = undefined> {
  /**
   * What an update does with fields that are no longer in the program: `"unset"` removes them in the service, `"leave"` sends
   * nothing for them, so that others can manage them (`docs/adoption.md`). The `replicas` of a group are always left. Default:
   * the setting `removedMembers`, which is `"unset"` unless set. It is not sent, and a change of it alone makes no request.
   */
  removedMembers?: pulumi.Input<"unset" | "leave" | Absent>;
}
