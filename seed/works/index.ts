import { animations } from './animation.ts'
import { documentaries } from './documentary.ts'
import { suspenseDramas } from './drama-suspense.ts'
import { dramas } from './drama.ts'
import { films } from './film.ts'
import { overseas } from './overseas.ts'
import { comedyShorts } from './short-comedy.ts'
import { shorts } from './short.ts'
import { announcements } from './upcoming.ts'
import { varieties } from './variety.ts'
import { type Work, WRITTEN_ON } from './work.ts'

export * from './work.ts'

/** All works of the demonstration, by id. */
const byId: readonly Work[] = [
  ...animations,
  ...documentaries,
  ...dramas,
  ...suspenseDramas,
  ...films,
  ...overseas,
  ...shorts,
  ...comedyShorts,
  ...varieties,
  ...announcements,
].sort((a, b) => a.id - b.id)

const isReleased = ({ released_on }: Work) => released_on !== null && released_on <= WRITTEN_ON
const dateOf = ({ released_on }: Work) => released_on ?? '9999'

/** The released works, by id. */
export const works: readonly Work[] = byId.filter(isReleased)

/** The announced works (공개 예정), by date; those without a date last. */
export const upcomingWorks: readonly Work[] = byId
  .filter((work) => !isReleased(work))
  .toSorted((a, b) => dateOf(a).localeCompare(dateOf(b)))

/** The released and the upcoming works. */
export const allWorks: readonly Work[] = [...works, ...upcomingWorks]
