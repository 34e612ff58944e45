import { expect, test } from 'vitest'
import { formatBirthDateInput, profilePictureError } from './profile-section.tsx'

test.each([
  ['19950308', '1995-03-08'],
  ['１９９５０３０８', '1995-03-08'],
  ['1995-03-08', '1995-03-08'],
  ['1995.3.8', '1995-03-08'],
  ['1995. 3. 8.', '1995-03-08'],
  [' 1995/12/31 ', '1995-12-31'],
  ['1995', '1995'],
  ['950308', '950308'],
  ['', ''],
])('converts the birth date %s to %s', (typed, expected) =>
  expect(formatBirthDateInput(typed)).toBe(expected),
)

test('rejects pictures by type and size, with the size limit allowed', () => {
  const limits = { types: ['image/png'], max_bytes: 10 }
  const file = { name: '사진.png', type: 'image/png', size: 10 }
  expect(profilePictureError(file, limits)).toBeUndefined()
  expect(profilePictureError({ ...file, size: 11 }, limits)).toBe(
    '사진.png는 10MB가 넘어요. 더 작은 사진을 골라 주세요.',
  )
  expect(profilePictureError({ ...file, type: 'image/heic' }, limits)).toBe(
    'JPEG, PNG, WebP 사진만 올릴 수 있어요.',
  )
  expect(profilePictureError({ ...file, type: '' }, limits)).toBeDefined()
})
