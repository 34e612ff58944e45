import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

type BlindIndexKind = 'email' | 'phone' | 'code' | 'address' | 'card' | 'ci' | 'di'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts personal data and computes blind indexes, with keys derived from one secret by HKDF-SHA-256 (RFC 5869),
 * one key per purpose.
 *
 * - `encrypt`: AES-256-GCM (NIST SP 800-38D), laid out as IV (12 bytes), ciphertext, tag (16 bytes).
 * - `blindIndex`: HMAC-SHA-256 of `kind` and text, 32 bytes. Equal texts have equal indexes, for lookups.
 * - `sign`: HMAC-SHA-256 of `kind` and text, 32 bytes, for tokens that the server verifies later.
 */
export function createEncryption(secret: string) {
  // KeyObject instances: creating a key from bytes costs four times as much as a decryption.
  const key = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const encryptionKey = key('personal data')
  const indexKey = key('blind index')
  const signatureKey = key('signature')
  return {
    encrypt(text: string): Buffer {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    /** @throws if `ciphertext` was not encrypted with this secret. */
    decrypt(ciphertext: Buffer): string {
      const cipher = createDecipheriv('aes-256-gcm', encryptionKey, ciphertext.subarray(0, ivBytes))
      cipher.setAuthTag(ciphertext.subarray(ciphertext.length - tagBytes))
      return Buffer.concat([
        cipher.update(ciphertext.subarray(ivBytes, ciphertext.length - tagBytes)),
        cipher.final(),
      ]).toString('utf8')
    },
    blindIndex(kind: BlindIndexKind, text: string): Buffer {
      return createHmac('sha256', indexKey).update(`${kind}\0${text}`).digest()
    },
    sign(
      kind: 'unsubscribe' | 'cancel deletion' | 'verifier' | 'trial settings',
      text: string,
    ): Buffer {
      return createHmac('sha256', signatureKey).update(`${kind}\0${text}`).digest()
    },
  }
}

export type Encryption = ReturnType<typeof createEncryption>
