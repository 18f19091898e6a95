import { md, pki } from "node-forge";

/** A private key and its certificate, as PEM. */
export interface Identity {
  key: string;
  cert: string;
}

const DAY = 24 * 3_600_000;

let made = 0;

/** A certificate of today, with its key; signed with its own key where nobody else signs it. */
function sign(
  commonName: string,
  extensions: object[],
  issuer?: { certificate: pki.Certificate; key: pki.rsa.PrivateKey },
) {
  const keys = pki.rsa.generateKeyPair(2048);
  const certificate = pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  // Hexadecimal; the first byte must be neither 0 nor negative.
  certificate.serialNumber = `01${(made++).toString(16).padStart(6, "0")}`;
  certificate.validity.notBefore = new Date(Date.now() - DAY);
  certificate.validity.notAfter = new Date(Date.now() + DAY);
  const subject = [{ name: "commonName", value: commonName }];
  certificate.setSubject(subject);
  certificate.setIssuer(issuer?.certificate.subject.attributes ?? subject);
  certificate.setExtensions(extensions);
  certificate.sign(issuer?.key ?? keys.privateKey, md.sha256.create());
  return { certificate, key: keys.privateKey };
}

/** A certificate authority of a test's own, which nobody knows who is not told. */
export class CertificateAuthority {
  readonly #self = sign("Test authority", [
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", keyCertSign: true, critical: true },
  ]);

  /** What whoever is to trust it is given, as PEM. */
  get certificate(): string {
    return pki.certificateToPem(this.#self.certificate);
  }

  /** An identity for one host. */
  issue(host: string): Identity {
    const dns = 2;
    const issued = sign(host, [{ name: "subjectAltName", altNames: [{ type: dns, value: host }] }], this.#self);
    return { key: pki.privateKeyToPem(issued.key), cert: pki.certificateToPem(issued.certificate) };
  }
}
