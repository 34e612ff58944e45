import { expect, test } from 'vitest'
import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import { abandonedAfterMs, chargeAbandonedAfterMs } from './processing-time.ts'

test.each([100, 10_000, 60_000])(
  'with a gateway timeout of %i ms, a process counts as dead only after its last call',
  (call_ms) => {
    const payments = { limits: { call_ms, charge_ms: 6 * call_ms } } as PaymentGateway
    expect(abandonedAfterMs({ payments })).toBeGreaterThan(3 * call_ms)
    expect(chargeAbandonedAfterMs({ payments })).toBeGreaterThan(13 * call_ms)
  },
)
