import { expect, test } from 'vitest'
import { cheapestOffer } from './cheapest-offer.ts'

test.each([
  [
    { price: 1_900, rental_price: 800 },
    { ownership_type: 2, price: 800 },
  ],
  [
    { price: 1_900, rental_price: null },
    { ownership_type: 3, price: 1_900 },
  ],
  [
    { price: 800, rental_price: 800 },
    { ownership_type: 3, price: 800 },
  ],
  [
    { price: 0, rental_price: 800 },
    { ownership_type: 2, price: 800 },
  ],
  [
    { price: null, rental_price: 800 },
    { ownership_type: 2, price: 800 },
  ],
  [{ price: 0, rental_price: null }, null],
  [{ price: null, rental_price: null }, null],
])('of %j the cheapest offer is %j', (prices, offer) => {
  expect(cheapestOffer(prices)).toEqual(offer)
})
