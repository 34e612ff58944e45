import { categoryIds } from '#contract/core/constants.ts'
import { expect, test } from 'vitest'
import { toPosterCardData } from './card-props.ts'

const series = {
  id: 1,
  title: '달 세탁소',
  poster_url: null,
  poster_color: '#223',
  age_rating: 'ALL' as const,
  is_series: true,
  is_completed: false,
  episode_count: 5,
  released_on: null,
  is_upcoming: false,
  opens_at: null,
  categories: [{ id: categoryIds.korean }, { id: categoryIds.animation }],
}

test('gives a work without a poster the placeholder of its genre, not of its country', () => {
  expect(toPosterCardData(series).genre).toBe(categoryIds.animation)
  expect(toPosterCardData({ ...series, categories: [] })).not.toHaveProperty('genre')
})

test('sends no genre with a poster', () => {
  expect(toPosterCardData({ ...series, poster_url: '/images/a/540.webp' })).not.toHaveProperty(
    'genre',
  )
})
