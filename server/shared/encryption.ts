import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Seals personal data and makes blind indexes of it, with keys derived from one secret by HKDF-SHA-256
 * (RFC 5869), each for one purpose.
 *
 * - `seal`: AES-256-GCM (NIST SP 800-38D), laid out as IV (12 bytes), ciphertext, tag (16 bytes).
 * - `index`: HMAC-SHA-256 of `kind` and text, 32 bytes: equal texts are found, and nothing is learnt without the key.
 */
export function createEncryption(secret: string) {
  // As key objects: made from bytes each time, a key would cost four times what it opens.
  const key = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const sealKey = key('personal data')
  const indexKey = key('blind index')
  return {
    encrypt(text: string): Buffer {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    /** @throws when `sealed` is not of our making. */
    decrypt(sealed: Buffer): string {
      const cipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, ivBytes))
      cipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
      return Buffer.concat([
        cipher.update(sealed.subarray(ivBytes, sealed.length - tagBytes)),
        cipher.final(),
      ]).toString('utf8')
    },
    blindIndex(kind: 'email' | 'phone' | 'code' | 'address' | 'card', text: string): Buffer {
      return createHmac('sha256', indexKey).update(`${kind}\0${text}`).digest()
    },
  }
}

export type Encryption = ReturnType<typeof createEncryption>
