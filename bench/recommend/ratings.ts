import { readFile } from 'node:fs/promises'

/** A rating of 1 to 10; `at` in ms. */
export type Rating = { user: string; film: number; rating: number; at: number }

/** The known ratings of a test user, oldest first, and the films that the user liked afterwards. */
export type TestUser = {
  user: string
  known: readonly number[]
  next: readonly number[]
  at: number
}

export const isPositive = ({ rating }: Rating) => rating >= 7
const minPositives = 5
const testShare = 0.2

/** Reads `user,film,rating,rated_at` in the order of time; of repeated ratings the first. */
export async function readRatings(file: string): Promise<Rating[]> {
  const [header = '', ...lines] = (await readFile(file, 'utf8')).trim().split(/\r?\n/)
  const names = header.split(',')
  const [user, film, rating, at] = ['user', 'film', 'rating', 'rated_at'].map((name) =>
    names.indexOf(name),
  ) as [number, number, number, number]
  const ratings = lines.map((line) => {
    const cells = line.split(',')
    return {
      user: cells[user]!,
      film: Number(cells[film]),
      rating: Number(cells[rating]),
      at: Number(cells[at]) * 1_000,
    }
  })
  ratings.sort((a, b) => a.at - b.at)
  const seen = new Set<string>()
  return ratings.filter((rating) => {
    const key = `${rating.user} ${rating.film} ${isPositive(rating)}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Reads test users from JSON lines or one array. The times of their known films are those of the ratings. */
export async function readTestUsers(file: string, ratings: readonly Rating[]): Promise<TestUser[]> {
  const text = (await readFile(file, 'utf8')).trim()
  const users = (
    text.startsWith('[') ? JSON.parse(text) : text.split('\n').map((line) => JSON.parse(line))
  ) as { user: string | number; known: number[]; next: number[] }[]
  const times = new Map(ratings.map(({ user, film, at }) => [`${user} ${film}`, at]))
  const end = ratings.at(-1)?.at ?? 0
  return users.map(({ user, known, next }) => {
    const timeOf = (film: number) => times.get(`${user} ${film}`)
    // Without times, the order of the file is that of time.
    const isTimed = known.every((film) => timeOf(film) !== undefined)
    return {
      user: String(user),
      known: isTimed ? known.toSorted((a, b) => timeOf(a)! - timeOf(b)!) : known,
      next,
      at: isTimed ? Math.max(...known.map((film) => timeOf(film)!)) : end,
    }
  })
}

/**
 * Holds out the last 20 % by time of a fifth of the users with at least five positive ratings.
 * @param part which fifth, 0 to 4
 * @returns the ratings without those that are held out, and without later ratings of these users.
 */
export function splitRatings(
  ratings: readonly Rating[],
  part: number,
): { training: Rating[]; test: TestUser[] } {
  const positives = Map.groupBy(ratings.filter(isPositive), ({ user }) => user)
  const users = Array.from(positives.keys())
    .filter((user) => positives.get(user)!.length >= minPositives)
    .sort((a, b) => Number(a) - Number(b) || a.localeCompare(b))
  const heldOut = new Set<Rating>()
  const test: TestUser[] = []
  for (const user of users.filter((_, index) => index % 5 === part)) {
    const own = positives.get(user)!
    const count = Math.max(1, Math.floor(own.length * testShare))
    const known = own.slice(0, -count)
    const next = own.slice(-count)
    for (const rating of next) heldOut.add(rating)
    const at = known.at(-1)!.at
    test.push({
      user,
      known: known.map(({ film }) => film),
      next: next.map(({ film }) => film),
      at,
    })
  }
  const ends = new Map(test.map(({ user, at }) => [user, at]))
  return {
    training: ratings.filter(
      (rating) => !heldOut.has(rating) && rating.at <= (ends.get(rating.user) ?? Infinity),
    ),
    test,
  }
}
