import { commonPasswords } from './common-passwords.ts'
import { checkPasswordPolicy } from './password-policy.ts'
import { describe, expect, test } from 'vitest'

const member = { email: 'minji.kim+ott@example.com', username: '김민지', service_name: '한편' }

describe('refuses common passwords', () => {
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
    expect(checkPasswordPolicy(password, member)).toBe('too_common')
  })
})

describe('refuses personal passwords', () => {
  test.each([
    'minji.kim-ott-2026',
    'iam-MinjiKim-99',
    'rlaalswl-ott-7', // 김민지 as QWERTY keystrokes
    '우리집김민지1004번지',
    'hanpyeon-is-mine',
    'gksvus-maniaaa',
    '오늘도한편볼까합니다',
  ])('%s', (password) => {
    expect(checkPasswordPolicy(password, member)).toBe('too_personal')
  })

  test('allows very short names as part of a password', () => {
    const short = { email: 'li@example.com', username: 'Jo', service_name: '온' }
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
])('accepts %s', (password) => {
  expect(checkPasswordPolicy(password, member)).toBeNull()
})

test('the list has over 400 entries, all normalized', () => {
  expect(commonPasswords.size).toBeGreaterThan(400)
  for (const word of commonPasswords) expect(word).toBe(word.normalize('NFKC').toLowerCase())
})

test('refuses the name of a service that was renamed, and no longer the former one', () => {
  const renamed = { ...member, service_name: '무비 온' }
  for (const password of ['mubion-is-mine', 'anqldhs-maniaaa', '오늘도무비온볼까합니다'])
    expect(checkPasswordPolicy(password, renamed), password).toBe('too_personal')
  expect(checkPasswordPolicy('오늘도한편볼까합니다', renamed)).toBeNull()
})
