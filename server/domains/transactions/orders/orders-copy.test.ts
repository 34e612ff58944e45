import { declineCodes, declineCopy } from '#server/adapters/payments/index.ts'
import { expect, test } from 'vitest'
import { failureText } from './orders.copy.ts'

test.each(declineCodes)(
  'says why a card was declined with %s, and that nothing was charged',
  (code) => {
    expect(failureText(code)).toBe(`${declineCopy[code]} 빠져나간 금액은 없어요.`)
  },
)
