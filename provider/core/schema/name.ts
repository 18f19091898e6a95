import { RESOURCE_NAME } from "../../../common/resourceName";
import { text } from "./annotation";

/** The API's format of every display name. */
const DISPLAY_NAME = /^[ ,-.0-9A-Za-z]+$/;

export const resourceName = () => text({ minimum: 2, maximum: 63, pattern: RESOURCE_NAME });

export const displayName = () => text({ minimum: 2, maximum: 63, pattern: DISPLAY_NAME });
