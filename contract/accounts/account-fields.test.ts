import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Email, PhoneNumber } from './account-fields.ts'

test.each([
  '01023456789',
  '010-2345-6789',
  '010.2345.6789',
  '010 2345 6789',
  '(010) 2345–6789',
  '０１０－２３４５－６７８９',
  '010‑2345‑6789',
  '\u202a010-2345-6789\u202c',
  '+82 10-2345-6789',
  '+82 (0)10-2345-6789',
  '+82 010 2345 6789',
  '82 10 2345 6789',
  '0082 10 2345 6789',
  '\u200e+82\u00a010\u00a02345\u00a06789',
  'tel:+82-10-2345-6789',
  "'010-2345-6789",
  '="01023456789"',
  '“010-2345-6789”',
  '1023456789',
  '010~2345~6789',
  '010_2345,6789',
  '010ㅡ2345ㅡ6789',
  '010・2345：6789',
])('reads %j as 01023456789', (text) => {
  expect(z.parse(PhoneNumber, text)).toBe('01023456789')
})

test.each([
  '0102345678',
  '010234567890',
  '0212345678',
  '+1 202 555 0123',
  '010-2345-678a',
  '',
  '01',
])('refuses %j', (text) => {
  expect(z.safeParse(PhoneNumber, text).success).toBe(false)
})

test.each(['0112345678', '01123456789', '0191234567'])(
  'accepts the former prefix of %s',
  (text) => {
    expect(z.parse(PhoneNumber, text)).toBe(text)
  },
)

test.each([
  'kim@example.com',
  'ｋｉｍ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  ' KIM@example.com\u200b',
  '\u202akim@example.com',
  'ki\u00adm@example.com',
  'mailto:Kim@example.com',
  '<kim@example.com>',
  'kim@example.com.',
  'kim＠example。com',
])('reads %j as the address that the member sees', (text) => {
  expect(z.parse(Email, text)).toBe('kim@example.com')
})

test.each(['kіm@example.com', 'kim@exаmple.com', 'kim', 'kim@한편.kr'])('refuses %j', (text) => {
  expect(z.safeParse(Email, text).success).toBe(false)
})
