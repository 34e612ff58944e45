import { attachmentMaxBytes } from '#contract/customer-services/customer-services.ts'
import { expect, test } from 'vitest'
import { attachmentError, formatFileSize } from './attachment-field.tsx'

test.each([
  ['화면.png', 'image/png', null],
  ['사진.JPG', '', null],
  ['사진.jpeg', 'image/jpeg', null],
  ['움짤.gif', 'image/gif', null],
  ['그림.webp', 'image/webp', null],
  ['영수증.pdf', 'application/pdf', null],
  ['문의.doc', 'application/msword', null],
  ['문의.docx', '', null],
  ['기록.txt', 'text/plain', null],
  ['찍은 사진', 'image/jpeg', null],
  ['그림.svg', 'image/svg+xml', 'invalid_type'],
  ['쪽.html', 'text/html', 'invalid_type'],
  ['표.xlsm', '', 'invalid_type'],
  ['사진.png.exe', 'image/png', 'invalid_type'],
  ['사진.', 'image/png', 'invalid_type'],
  ['무엇', '', 'invalid_type'],
] as const)('%s (%s)', (name, type, error) => {
  expect(attachmentError({ name, type, size: 1 })).toBe(error)
})

test('a file of exactly 10 MiB is accepted, one byte more is not, whatever its type', () => {
  const errorOf = (name: string, size: number) => attachmentError({ name, type: '', size })
  expect(errorOf('a.png', attachmentMaxBytes)).toBeNull()
  expect(errorOf('a.png', attachmentMaxBytes + 1)).toBe('too_large')
  expect(errorOf('a.exe', attachmentMaxBytes + 1)).toBe('too_large')
  expect(errorOf('a.png', 0)).toBe('empty')
})

test('file sizes are rounded up', () => {
  expect(
    [1, 1024, 1025, 1_048_576, 10_485_760, 10_485_761, 12_900_000].map(formatFileSize),
  ).toEqual(['1KB', '1KB', '2KB', '1MB', '10MB', '10.1MB', '12.4MB'])
})
