import { expect, test } from 'vitest'
import { taskSchedules, type TaskSchedule } from './task-types.ts'

const schedules = Object.entries<TaskSchedule>(taskSchedules)

test('names of periodic tasks are in snake_case', () => {
  const names = schedules.map(([name]) => name)
  expect(names.filter((name) => !/^[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([])
})

test('intervals of a minute or more are minutes that divide a day, as the cron needs', () => {
  const isDivisor = (seconds: number) => seconds % 60 === 0 && 86_400 % seconds === 0
  const wrong = schedules.filter(([, { seconds }]) => seconds >= 60 && !isDivisor(seconds))
  expect(wrong).toEqual([])
})
