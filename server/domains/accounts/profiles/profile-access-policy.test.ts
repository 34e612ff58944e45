import { describe, expect, test } from 'vitest'
import {
  doesChangeNeedPassword,
  doesCreationNeedPassword,
  obstacleToChange,
  proofOfSelection,
} from './profile-access-policy.ts'

const adult = { id: 1, age_limit: '19', is_child: false } as const
const teen = { id: 2, age_limit: '15', is_child: false } as const
const child = { id: 3, age_limit: '12', is_child: true } as const

describe('proofOfSelection', () => {
  test.each([
    ['an open profile without a selection', null, { id: 2, has_pin: false }, 'none'],
    ['an open profile from an adult', adult, { id: 2, has_pin: false }, 'none'],
    ['an open profile from a child', child, { id: 2, has_pin: false }, 'password'],
    ['a locked profile without a selection', null, { id: 2, has_pin: true }, 'pin'],
    ['a locked profile from an adult', adult, { id: 2, has_pin: true }, 'pin'],
    ['a locked profile from a child', child, { id: 2, has_pin: true }, 'pin'],
    ['the selected locked profile', adult, { id: 1, has_pin: true }, 'none'],
    ['the selected profile of a child', child, { id: 3, has_pin: false }, 'none'],
  ] as const)('of %s', (_, selected, target, proof) => {
    expect(proofOfSelection(selected, target)).toBe(proof)
  })
})

describe('obstacleToChange', () => {
  test.each([
    ['an open profile', adult, { id: 2, has_pin: false }, null],
    ['a locked profile', adult, { id: 2, has_pin: true }, 'pin_required'],
    ['the selected locked profile', adult, { id: 1, has_pin: true }, null],
    ['a new profile', adult, undefined, null],
    ['an open profile by a child', child, { id: 2, has_pin: false }, 'child_profile'],
    ['its own profile by a child', child, { id: 3, has_pin: true }, 'child_profile'],
    ['a new profile by a child', child, undefined, 'child_profile'],
  ] as const)('of %s', (_, selected, target, obstacle) => {
    expect(obstacleToChange(selected, target)).toBe(obstacle)
  })
})

test.each([
  ['the same limit', teen, '15', false],
  ['a lower limit', teen, '12', false],
  ['a higher limit', teen, '19', true],
  ['the highest limit of an adult', adult, '19', false],
] as const)('the creation of a profile with %s', (_, selected, age_limit, isNeeded) => {
  expect(doesCreationNeedPassword(selected, { age_limit, is_child: false })).toBe(isNeeded)
})

test.each([
  ['the same limit', { age_limit: '15', is_child: false }, false],
  ['a lower limit', { age_limit: 'ALL', is_child: false }, false],
  ['a higher limit', { age_limit: '19', is_child: false }, true],
  ['a children’s profile', { age_limit: '12', is_child: true }, false],
  ['a higher limit of a children’s profile', { age_limit: '19', is_child: true }, true],
] as const)('the change of a profile to %s', (_, after, isNeeded) => {
  expect(doesChangeNeedPassword({ age_limit: '15', is_child: false }, after)).toBe(isNeeded)
})

test.each([
  ['the end of a children’s profile', { age_limit: '12', is_child: false }, true],
  ['a lower limit of a children’s profile', { age_limit: '7', is_child: true }, false],
  ['a higher limit of a children’s profile', { age_limit: '15', is_child: true }, true],
] as const)('%s', (_, after, isNeeded) => {
  expect(doesChangeNeedPassword({ age_limit: '12', is_child: true }, after)).toBe(isNeeded)
})
