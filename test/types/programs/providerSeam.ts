// What the SDK takes the provider entry to be is what it is.
import type * as provider from "../../../provider";
import type { ProviderEntry } from "../../../sdk/internal/providerEntry";

declare const entry: typeof provider;
export const seam: ProviderEntry = entry;
