import type { Faults } from "../http/faults";
import type { RequestLog } from "../http/requestLog";
import type { SeedDocument } from "../files/seedDocument";
import type { Store } from "../service/store";
import type { LiveFeed } from "./liveFeed";

/** What the admin API works with. */
export interface AdminParts {
  store: Store;
  faults: Faults;
  log: RequestLog;
  feed: LiveFeed;
  /** The time in milliseconds, by the clock of objects. */
  clock: () => number;
  seed: (document: SeedDocument) => void;
  reset: () => void;
}
