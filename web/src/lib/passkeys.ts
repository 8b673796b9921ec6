/** Passkeys, as far as this browser has them: it makes one, or signs with one, as the server asks. */

/** Whether passkeys can be used on this page: browsers allow them by https and on `localhost`, at addresses with a name. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential
    && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Make a passkey; null where whoever sits here has changed their mind. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  return answered(navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
}

/** Sign with a passkey; null where whoever sits here has changed their mind. */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  return answered(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
}

async function answered(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    const made = await asked;
    return made instanceof PublicKeyCredential ? made.toJSON() : null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    if (error instanceof DOMException && error.name === 'InvalidStateError') throw new Error('This device already has one of your passkeys.', { cause: error });
    throw error;
  }
}
