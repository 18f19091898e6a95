export { containerGroupFleet } from "./containerGroupFleet";
