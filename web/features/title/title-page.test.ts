import { expect, it } from 'vitest'
import { stillsOf } from './title-page.tsx'

const series = { backdrop_url: '/images/scene/1920.webp', backdrop_color: '#123' }
const episode = (thumbnail_url: string | null) => ({ thumbnail_url, thumbnail_color: '#456' })

it('shows the scene of a work and each picture of its episodes once', () => {
  const episodes = [episode('/images/a/640.webp'), episode(null), episode('/images/a/640.webp')]
  expect(stillsOf(series, episodes).map(({ url }) => url)).toEqual([
    '/images/scene/1920.webp',
    '/images/a/640.webp',
  ])
})

it('shows at most ten pictures', () => {
  const many = Array.from({ length: 40 }, (_, index) => episode(`/images/${index}/640.webp`))
  expect(stillsOf(series, many)).toHaveLength(10)
})
