import { expect, test } from 'vitest'
import { maskedEmail } from './masked.ts'

test.each([
  ['hanpyeon@example.com', 'ha****@example.com'],
  ['abc@example.com', 'ab****@example.com'],
  ['ab@example.com', 'a****@example.com'],
  ['a@example.com', '****@example.com'],
])('%s is shown as %s', (email, masked) => expect(maskedEmail(email)).toBe(masked))
