import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import type { Storage, StorageKey } from '#server/adapters/storage/index.ts'
import { randomUUID } from 'node:crypto'

/**
 * Asks the payment gateway for an order that does not exist, which shows whether it takes the secret key. Nothing changes there.
 * @returns why not, such as `INVALID_API_KEY`; null if it does
 */
export async function checkPaymentGateway(
  gateway: Pick<PaymentGateway, 'getPaymentByOrder'>,
): Promise<string | null> {
  const result = await gateway.getPaymentByOrder(`trial-${randomUUID()}`)
  return result.status === 'unknown' ? result.reason : null
}

/**
 * Stores a small file, reads it again and removes it.
 * @returns why that failed; null if it worked
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
