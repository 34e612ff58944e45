import { expect, test } from 'vitest'
import { passwordStrength } from './password-field.tsx'

test.each([
  ['', 'weak'],
  ['aB3$xY9!', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['12345678901234567890', 'weak'],
  ['password123456', 'weak'],
  ['qwertyuiop1234', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['dkssudgktpdy1', 'weak'],
  ['lantern-mug', 'fair'],
  ['kd83hfnq2x', 'fair'],
  ['seven-lanterns-in-june', 'strong'],
  ['유월의 등불 일곱 개와 고양이', 'strong'],
  ['V7#qLm2!xRt9', 'strong'],
] as const)('rates %j as %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('rates personal data as weak', () => {
  expect(passwordStrength('moonlight.seoho', [])).not.toBe('weak')
  expect(passwordStrength('moonlight.seoho', ['moonlight@example.com', 'seoho'])).toBe('weak')
})
