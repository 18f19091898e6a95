/** Values nested deeper than this cannot pass through the engine. */
export const MAX_DEPTH = 200;
