import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { realClock, type Clock } from "../../../../provider/core/http/gate";
import { pass } from "../../../support/ownTimers";
import type { Reply } from "./client.server";

/** The limit of an attempt, in seconds, where a test passes time by itself. */
export const LIMIT = 0.3;

/** The time that a test passes by itself. */
export const ownClock: Clock = {
  now: () => jest.now(),
  date: () => jest.now(),
  random: () => 0.5,
  sleep: realClock.sleep,
};

/** A reply with which the attempt has no time left. */
export const runsOut =
  (reply: Reply): Reply =>
  (...args) => {
    reply(...args);
    pass(LIMIT);
  };

/** The same, for a reply that is begun: time passes as soon as the client has the head of the response. */
export const runsOutAfterHead = (reply: Reply): Reply => afterHead(reply, () => pass(LIMIT));

/** A reply that is begun; something is done as soon as the client has the head of the response. */
export const afterHead =
  (reply: Reply, act: () => void): Reply =>
  (...args) => {
    const onHead = () => {
      unsubscribe("undici:request:headers", onHead);
      setImmediate(act);
    };
    subscribe("undici:request:headers", onHead);
    reply(...args);
  };
