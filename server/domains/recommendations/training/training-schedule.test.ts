import { expect, test } from 'vitest'
import { isTrainingDue } from './train-model.ts'

const now = new Date('2026-05-01T19:30:00Z') // 04:30 in Seoul
const model = (trained_at: string) => ({ trained_at, work_count: 10 })

test.each([
  ['without a model', undefined, 10, true],
  ['when the last one is of yesterday', model('2026-05-01T18:59:59Z'), 10, true],
  ['not twice a night', model('2026-05-01T19:00:00Z'), 10, false],
  ['not at once after a publication', model('2026-05-01T19:25:00Z'), 11, false],
  ['ten minutes after a publication', model('2026-05-01T19:20:00Z'), 11, true],
])('trains %s', (_, current, work_count, expected) => {
  expect(isTrainingDue(current, work_count, now)).toBe(expected)
})
