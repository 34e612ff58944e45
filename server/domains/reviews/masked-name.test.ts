import { expect, test } from 'vitest'
import { maskedName } from './masked-name.ts'

test.each([
  ['김한편', '김*편'],
  ['김솔', '김*'],
  ['솔', '*'],
  ['남궁민수', '남**수'],
  ['John Smith', 'J********h'],
  // A letter of several code points is one.
  ['가\u{1f468}\u200d\u{1f469}\u200d\u{1f467}나', '가*나'],
])('%s is shown as %s', (name, shown) => {
  expect(maskedName(name)).toBe(shown)
})
