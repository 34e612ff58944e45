import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import { studio_members } from '#contract/accounts/staff/members.ts'
import { expect, test } from 'vitest'
import { changedFilters, listHref, parseFilters, schemaOf } from './list-address.ts'

const works = schemaOf(studio_catalogue.listWorks)
const parse = (search: string) => {
  const params = new URLSearchParams(search)
  return parseFilters(works, (name) => params.get(name))
}

test('reads filters, and leaves out what the contract refuses', () => {
  expect(parse('q=달&category=2&state=hidden&page=3&limit=9')).toEqual({
    q: '달',
    category: '2',
    state: 'hidden',
    ordering: '-created_at',
  })
  expect(parse('category=all&kind=book&state=&ordering=size&constructor=1')).toEqual({
    ordering: '-created_at',
  })
})

test('writes filters that are not defaults, and the pages after the first', () => {
  const filters = changedFilters(works, { q: ' 달 ', kind: '', ordering: '-created_at' })
  expect(filters).toEqual({ q: '달' })
  expect(listHref('/studio/works', filters)).toBe('/studio/works?q=%EB%8B%AC')
  expect(listHref('/studio/works', {}, 1)).toBe('/studio/works')
  expect(listHref('/studio/members/5?part=orders', {}, 2)).toBe(
    '/studio/members/5?part=orders&page=2',
  )
})

test('sends a required filter that is empty', () => {
  expect(parseFilters(schemaOf(studio_members.findMembers), () => undefined)).toEqual({ q: '' })
})
