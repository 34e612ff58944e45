import { expect, test } from 'vitest'
import { parseVerificationCode } from './verification-code-field.tsx'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['인증번호 123456', '123456'],
  ['[한편] 인증번호는 654321이에요. 3분 안에 입력해 주세요.', '654321'],
  ['02-0000-0112 문의, 인증번호 987654', '987654'],
  ['１２３４５６', '123456'],
  ['12', '12'],
  ['12가3', '123'],
  ['12345678', '123456'],
  ['', ''],
  ['번호 없음', ''],
])('parses %j as %j', (text, code) => {
  expect(parseVerificationCode(text)).toBe(code)
})
