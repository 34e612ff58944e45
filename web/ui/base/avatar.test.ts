import { expect, it } from 'vitest'
import { initials } from './avatar.tsx'

it.each([
  ['황보선', '보선'],
  ['한별', '한별'],
  ['이네스 두아르치', '이두'],
  ['클레르 뒤발몽', '클뒤'],
  ['Ines Duarte', 'ID'],
  ['Cher', 'C'],
])('shortens %s to %s', (name, short) => {
  expect(initials(name)).toBe(short)
})
