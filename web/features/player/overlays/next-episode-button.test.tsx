import type { Episode } from '#contract/contents/contents.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { NextEpisodeButton } from './next-episode.tsx'

const render = (prices: Pick<Episode, 'price' | 'rental_price'>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <NextEpisodeButton
        next={{ id: 7, ...prices } as Episode}
        isPlayable={false}
        label="바로 재생"
        onPlay={() => {}}
      />
    </MemoryRouter>,
  )

test.each([
  [{ price: 1_900, rental_price: 800 }, '800원에 대여', '/video/7?buy=2'],
  [{ price: 1_900, rental_price: null }, '1,900원에 소장', '/video/7?buy=3'],
  [{ price: 0, rental_price: null }, '다음 화 보러 가기', '/video/7'],
])('a locked next episode with %j offers “%s” first', (prices, label, path) => {
  const html = render(prices)
  expect(html).toContain(`>${label}</a>`)
  expect(html).toContain(`href="${path}"`)
})
