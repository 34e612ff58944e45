import { commonPasswords } from './common-passwords.ts'
import { checkPasswordPolicy } from './password-policy.ts'
import { describe, expect, test } from 'vitest'

const who = { email: 'minji.kim+ott@example.com', username: '김민지' }

describe('what everybody has', () => {
  test.each([
    'password12',
    'PASSWORD!!',
    'P@ssw0rd2026!',
    'qwer1234!!',
    '1q2w3e4r5t',
    '1q2w3e4r!!',
    'QWERTYuiop',
    '1234567890',
    '0987654321!',
    'aaaaaaaaaa',
    '1212121212',
    'abcabcabcabc',
    'passwordpassword',
    '01012345678',
    '010-1234-5678',
    'tkfkdgo1004!',
    'dkssudgktpdy',
    'asdfghjkl;123',
    '가나다라마바사아자차',
    'trustno1!!',
    'ｐａｓｓｗｏｒｄ１２',
  ])('%s', (password) => {
    expect(checkPasswordPolicy(password, who)).toBe('too_common')
  })
})

describe('what says who he is', () => {
  test.each([
    'minji.kim-ott-2026',
    'iam-MinjiKim-99',
    'rlaalswl-ott-7', // 김민지 on an English keyboard
    '우리집김민지1004번지',
    'hanpyeon-is-mine',
    'gksvus-maniaaa',
    '오늘도한편볼까합니다',
  ])('%s', (password) => {
    expect(checkPasswordPolicy(password, who)).toBe('too_personal')
  })

  test('a name of a letter or two is in many words, and is no fault there', () => {
    const short = { email: 'li@example.com', username: 'Jo' }
    expect(checkPasswordPolicy('lilac-joins-the-river', short)).toBeNull()
  })
})

test.each([
  'seven-lanterns-in-june',
  'a-lantern-in-the-rain',
  'correct horse battery staple',
  'Tr7#kq9!vLm2',
  '비오는날의수채화냄새',
  'dlwl7gh2qm-wktb',
  '8305917264',
  '🦊🌲🍂🌧️🏔️🛖🔥🥔🌙⭐',
])('%s is a password', (password) => {
  expect(checkPasswordPolicy(password, who)).toBeNull()
})

test('the list is of some hundreds, each as it is compared', () => {
  expect(commonPasswords.size).toBeGreaterThan(400)
  for (const word of commonPasswords) expect(word).toBe(word.normalize('NFKC').toLowerCase())
})
