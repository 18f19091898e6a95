import { stringifyCanonical, type Json } from "./core/json";
import type { RenderedRequest } from "./core/operations";

/**
 * Prints a request as it is about to be made: what `showPatches` asks for. The engine shows it under Diagnostics,
 * during a preview too.
 */
export function showRequest(request: Pick<RenderedRequest, "method" | "path">, body: Json): void {
  console.log(`${request.method} ${request.path} ${stringifyCanonical(body)}`);
}

export function warn(message: string): void {
  console.log(`warning: ${message}`);
}
