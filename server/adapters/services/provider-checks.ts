import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import type { Storage, StorageKey } from '#server/adapters/storage/index.ts'
import { randomUUID } from 'node:crypto'

/**
 * Reads an order that does not exist from the payment gateway, to find out whether it accepts the secret key.
 * @returns the reason of a failure, such as `INVALID_API_KEY`; null if the key is accepted
 */
export async function checkPaymentGateway(
  gateway: Pick<PaymentGateway, 'getPaymentByOrder'>,
): Promise<string | null> {
  const result = await gateway.getPaymentByOrder(`trial-${randomUUID()}`)
  return result.status === 'unknown' ? result.reason : null
}

/**
 * Stores a small file, reads it again and removes it.
 * @returns the reason of a failure; null on success
 */
export async function checkStorage(
  files: Pick<Storage, 'put' | 'read' | 'remove'>,
): Promise<string | null> {
  const name: StorageKey = `images/trial-${randomUUID()}`
  const bytes = Buffer.from(name)
  try {
    await files.put(name, bytes)
    const stored = await files.read(name, bytes.length)
    return stored?.body?.equals(bytes) ? null : 'read another file than was stored'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code ?? message
  } finally {
    await files.remove(name).catch(() => {})
  }
}
