import { expect, test } from 'vitest'
import { createProfileState, resetProfileState } from './profile-state.ts'

test('creates the state anew, and keeps late responses out of it', () => {
  const works = createProfileState(() => new Set<string>())
  const before = works.current
  before.add('옆집의 불은 꺼지지 않는다')
  resetProfileState()
  before.add('영도다리 블루스')
  expect([...works.current]).toEqual([])
})
