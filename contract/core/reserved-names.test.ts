import { expect, test } from 'vitest'
import { isReservedName } from './reserved-names.ts'
import { serviceNameForms } from '../accounts/password-policy.ts'

const service = serviceNameForms('한편')

test.each([
  ...[
    '관리자',
    '운영자',
    '한편',
    '한 편',
    '관 리 자',
    '관리자님',
    '운영자1',
    '한편 관리자',
    '[관리자]',
  ],
  ...['한편 공식', '한편2', '최고 운영자', '한편·고객센터'],
  ...['admin', 'ADMIN', 'Ａｄｍｉｎ', 'ⓐⓓⓜⓘⓝ', 'a d m i n', 'admin01', 'Administrator', 'Hanpyeon'],
  // Cyrillic and Greek letters beside Latin ones.
  ...['\u0430dmin', 'Hanpy\u0435on', '\u03bfperator'],
  // Invisible characters within and at the end, and a decomposed (NFD) name.
  ...['관\u3164리자', '관리자\uffa0', '관\u200b리자', '관리자'.normalize('NFD')],
])('%j is reserved', (name) => expect(isReservedName(name, service)).toBe(true))

test.each([
  ...[
    '김한편',
    '한편주',
    '이새봄',
    '관리',
    '한지우',
    '편도현',
    '박운영',
    'Adminah Lee',
    'Stafford',
  ],
  ...['Rooth', '1', '', 'Анна', 'Νίκος', '김Анна'],
])('%j is not reserved', (name) => expect(isReservedName(name, service)).toBe(false))

test('reserves the name that the service has, and no longer its former one', () => {
  const renamed = serviceNameForms('무비 온 2')
  for (const name of [
    '무비온',
    '무비 온 2',
    '무비온공식',
    'Mubi On',
    '무비온 스튜디오 1',
    'anqldhs',
  ])
    expect(isReservedName(name, renamed), name).toBe(true)
  for (const name of ['한편', '무비', '김무비온'])
    expect(isReservedName(name, renamed), name).toBe(false)
  // A name without letters reserves nothing.
  expect(isReservedName('1', serviceNameForms('24'))).toBe(false)
})
