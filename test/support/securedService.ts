import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { CertificateAuthority } from "./certificates";
import { startProxy, startTls, type Proxy } from "./proxy";
import { ownFolder } from "./scripts";
import { startService } from "./service";

/** An emulator that can be reached by HTTPS alone, under names of its own and through a proxy. */
export interface SecuredService {
  service: Emulator;
  /** Where it speaks TLS. */
  port: number;
  /** Who has signed for it. */
  authority: CertificateAuthority;
  proxy: Proxy;
  /** What a process must be told to get there: the proxy, and whom to trust. */
  env: { https_proxy: string; no_proxy: string; NO_PROXY: string; NODE_EXTRA_CA_CERTS: string };
  close(): Promise<void>;
}

/** `host`: the name that the certificate is for, and that the proxy knows; `credentials`: what the proxy asks for, as `user:password`. */
export async function startSecured(
  host: string,
  options: EmulatorOptions,
  credentials?: string,
): Promise<SecuredService> {
  const service = await startService(options);
  const authority = new CertificateAuthority();
  const tls = await startTls(authority.issue(host), Number(new URL(service.url).port));
  const proxy = await startProxy({ [`${host}:443`]: tls.port }, credentials);
  const folder = mkdtempSync(path.join(ownFolder(), "authority-"));
  const file = path.join(folder, "authority.pem");
  writeFileSync(file, authority.certificate);
  const through = credentials === undefined ? proxy.url : proxy.url.replace("//", `//${credentials}@`);
  return {
    service,
    port: tls.port,
    authority,
    proxy,
    // The name that counts where the caller's environment has the other one, too.
    env: { https_proxy: through, no_proxy: "", NO_PROXY: "", NODE_EXTRA_CA_CERTS: file },
    close: async () => {
      await Promise.all([proxy.close(), tls.close(), service.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
