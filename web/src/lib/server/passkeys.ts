/** Passkeys: the browser makes and shows them, the server knows what they are for. */
import { api } from "./api";
import type { Passkey, Person } from "./types";

/** Whether this browser has passkeys, at an address that may have them. */
export function canUsePasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential !== "undefined" &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(location.hostname)
  );
}

function plain(credential: Credential | null): Record<string, unknown> {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no passkey");
  return credential.toJSON() as Record<string, unknown>;
}

/** Make a passkey for whoever is logged in. */
export async function makePasskey(label: string): Promise<Passkey> {
  const options = (await api.newPasskeyOptions()) as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return api.addPasskey(label, plain(await navigator.credentials.create({ publicKey })));
}

/** Log in by a passkey. */
export async function enterByPasskey(): Promise<Person> {
  const options = (await api.passkeyOptions()) as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return api.enterByPasskey(plain(await navigator.credentials.get({ publicKey })));
}
