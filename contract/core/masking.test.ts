import { describe, expect, it, test } from 'vitest'
import { maskEmail, maskName, maskPhone } from './masking.ts'

test.each([
  ['hanpyeon@example.com', 'ha****@example.com'],
  ['abcd@example.com', 'ab****@example.com'],
  ['abc@example.com', 'a****@example.com'],
  ['ab@x', '****@x'],
  ['a@x', '****@x'],
  ['"a@b"@example.com', '"a****@example.com'],
  ['𝒶𝒷𝒸@example.com', '𝒶****@example.com'],
  ['@x', '****@x'],
  ['no-address', '****'],
  ['', '****'],
])('masks the address %s as %s', (email, masked) => expect(maskEmail(email)).toBe(masked))

test.each([
  ['01012345678', '010-****-5678'],
  ['0111234567', '011-***-4567'],
  ['5678', '****'],
  ['', ''],
])('masks the number %s as %s', (digits, masked) => expect(maskPhone(digits)).toBe(masked))

test.each([
  ['김한편', '김*편'],
  ['김솔', '김*'],
  ['솔', '*'],
  ['', '*'],
  ['남궁민수', '남**수'],
  ['John Smith', 'J********h'],
  ['가\u{1f468}\u200d\u{1f469}\u200d\u{1f467}나', '가*나'],
])('masks the name %s as %s', (name, masked) => expect(maskName(name)).toBe(masked))

describe('a short value', () => {
  const letters = 'abcdefgh'
  it('is never shown in full', () => {
    for (let length = 1; length <= letters.length; length++) {
      const name = letters.slice(0, length)
      expect(maskEmail(`${name}@x.kr`).startsWith(name)).toBe(false)
      expect(maskName(name).startsWith(name)).toBe(false)
      expect(maskPhone('12345678'.slice(0, length))).toBe('*'.repeat(length))
    }
  })
})
