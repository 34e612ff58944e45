import { animations } from './animation.ts'
import { documentaries } from './documentary.ts'
import { suspenseDramas } from './drama-suspense.ts'
import { dramas } from './drama.ts'
import { films } from './film.ts'
import { overseas } from './overseas.ts'
import { comedyShorts } from './short-comedy.ts'
import { shorts } from './short.ts'
import { upcomingWorks } from './upcoming.ts'
import { varieties } from './variety.ts'
import type { Work } from './work.ts'

export * from './work.ts'
export { upcomingWorks } from './upcoming.ts'

/** The released works of the demonstration, by id (D-92). */
export const works: readonly Work[] = [
  ...animations,
  ...documentaries,
  ...dramas,
  ...suspenseDramas,
  ...films,
  ...overseas,
  ...shorts,
  ...comedyShorts,
  ...varieties,
].sort((a, b) => a.id - b.id)

/** The released and the upcoming works. */
export const allWorks: readonly Work[] = [...works, ...upcomingWorks]
