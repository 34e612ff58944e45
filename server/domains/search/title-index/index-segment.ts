/** An immutable part of the index, except for removals: flat arrays, with entries in the order of popularity. */
import { ngramCount, writeNgrams } from './ngrams.ts'
import { hashOf, HashTable, InitialsTable, MissingSyllables } from './name-tables.ts'
import { addPairs, type Keystrokes, pairMaskSize, writeKeystrokes } from './keystrokes.ts'
import { readingsOfName } from './readings.ts'
import { toSoundKeys } from './sound-keys.ts'
import { NameEdges } from './typo-variants.ts'

export type Kind = 'series' | 'person'

/** A work or a person in the index. */
export type Entry = {
  kind: Kind
  id: number
  /** Composed (NFC). */
  names: readonly string[]
  /** Viewers, likes and reviews; for a person the maximum of their works. */
  popularity: number
  /** Bit n - 1 for category n. */
  categories: number
  /** 0..3, the rank of its age rating. */
  age: number
  is_free: boolean
  /** 0 if unknown. */
  year: number
  /** For a person, the ids of their works. */
  works: readonly number[]
  /** For a person, the roles in each of `works`: a sum of `roleBits`. */
  roles?: readonly number[]
  /** For a work. */
  facts?: WorkFacts
}

/** The fields by which works are filtered and ordered, in addition to those of every entry. */
export type WorkFacts = {
  /** Days from 1970-01-01 to the release; null if unknown. */
  released_day: number | null
  is_completed: boolean
  is_upcoming: boolean
  has_captions: boolean
  is_dubbed: boolean
  /** The highest number of an episode, and the number of seasons. */
  last_episode: number
  seasons: number
  /** Bit n for country n of `countryNames`. */
  countries: number
}

export const roleBits = { director: 1, writer: 2, cast: 4 } as const
/** Bits of `traits`; the lowest two are the rank of the age rating. */
export const traitBits = {
  is_free: 4,
  has_captions: 8,
  is_completed: 16,
  is_upcoming: 32,
  is_dubbed: 64,
} as const
/** `days` of a work without a date: before every date. */
const unknownDay = -(2 ** 31)

/** Segments with fewer names are scanned without n-grams. */
const minIndexedNames = 256

/** The numbers of each entry. */
const columnTypes = {
  ids: Int32Array,
  kinds: Uint8Array,
  popularity: Float64Array,
  categories: Uint16Array,
  traits: Uint8Array,
  years: Uint16Array,
  days: Int32Array,
  countries: Int32Array,
  last_episodes: Uint16Array,
  seasons: Uint8Array,
}
type ColumnName = keyof typeof columnTypes
type Columns = { [K in ColumnName]: InstanceType<(typeof columnTypes)[K]> }
const columnNames = Object.keys(columnTypes) as ColumnName[]

type Arrays = Columns & {
  codes: Uint16Array
  flags: Uint8Array
  /** The offset of each name in `codes`, and the end. */
  starts: Uint32Array
  /** The entry of each name. */
  owners: Uint32Array
  works: Int32Array
  work_roles: Uint8Array
  work_starts: Uint32Array
}

export class Segment {
  readonly a: Arrays
  readonly names: number
  readonly entries: number
  readonly hashes: HashTable
  readonly missingSyllables: MissingSyllables
  readonly initials: InitialsTable
  readonly edges: NameEdges
  /** The mask of the pairs of keys of each name (`addPairs`). */
  readonly pairs: Int32Array
  /** 1 for removed entries. */
  readonly removed: Uint8Array
  removedCount = 0
  /** Scratch space of searches: the last search that matched an entry, and its position in that search's results. */
  readonly matchedRun: Uint32Array
  readonly matchIndex: Uint32Array
  /** The entries from the newest to the oldest, made when first needed. */
  #newest: Uint32Array | undefined
  /** The offset of each n-gram in `postings`; null for small segments. */
  readonly #offsets: Uint32Array | null
  readonly #postings: Uint32Array

  constructor(arrays: Arrays) {
    this.a = arrays
    this.names = arrays.owners.length
    this.entries = arrays.ids.length
    this.removed = new Uint8Array(this.entries)
    this.matchedRun = new Uint32Array(this.entries)
    this.matchIndex = new Uint32Array(this.entries)
    const hashes = new Int32Array(this.names)
    this.pairs = new Int32Array(this.names * pairMaskSize)
    for (let name = 0; name < this.names; name++) {
      const [from, to] = [arrays.starts[name]!, arrays.starts[name + 1]!]
      hashes[name] = hashOf(arrays.codes, from, to)
      addPairs(arrays.codes, { start: from, end: to }, this.pairs, name * pairMaskSize)
    }
    this.hashes = new HashTable(hashes)
    this.missingSyllables = new MissingSyllables(arrays, this.names)
    this.initials = new InitialsTable(arrays, this.names)
    this.edges = new NameEdges(arrays, this.names)
    const { offsets, postings } =
      this.names < minIndexedNames ? emptyPostings : buildPostings(arrays)
    this.#offsets = offsets
    this.#postings = postings
  }

  /** Whether the segment has no n-grams, so that every name must be visited. */
  get isSmall(): boolean {
    return this.#offsets === null
  }

  /** The entries from the newest to the oldest; the order of popularity within a day. */
  get newest(): Uint32Array {
    const { days } = this.a
    return (this.#newest ??= Uint32Array.from({ length: this.entries }, (_, entry) => entry).sort(
      (a, b) => days[b]! - days[a]! || a - b,
    ))
  }

  /** The number of names that contain an n-gram. */
  count(gram: number): number {
    return this.#offsets![gram + 1]! - this.#offsets![gram]!
  }

  /** The names that contain an n-gram, the most popular first. */
  namesWith(gram: number): Uint32Array {
    return this.#postings.subarray(this.#offsets![gram]!, this.#offsets![gram + 1]!)
  }

  remove(entry: number): void {
    if (this.removed[entry]) return
    this.removed[entry] = 1
    this.removedCount++
  }

  get bytes(): number {
    let bytes =
      this.hashes.bytes +
      this.missingSyllables.bytes +
      this.initials.bytes +
      this.edges.bytes +
      this.#postings.byteLength +
      (this.#offsets?.byteLength ?? 0)
    for (const array of Object.values(this.a)) bytes += array.byteLength
    return (
      bytes +
      this.pairs.byteLength +
      this.removed.byteLength +
      this.matchedRun.byteLength +
      this.matchIndex.byteLength
    )
  }
}

const emptyPostings = { offsets: null, postings: new Uint32Array(0) }

/** Counts first and fills then: two passes over the names without growing lists. */
function buildPostings({ codes, flags, starts, owners }: Arrays) {
  // Until the postings of a gram are filled, `offsets[gram + 1]` is where its next one belongs, and then their end.
  const offsets = new Uint32Array(ngramCount + 2)
  const last = new Uint32Array(ngramCount)
  const each = (visit: (gram: number, name: number) => void) => {
    last.fill(0)
    for (let name = 0; name < owners.length; name++) {
      const { grams, count } = writeNgrams(codes, flags, starts[name]!, starts[name + 1]!)
      for (let at = 0; at < count; at++) {
        const gram = grams[at]!
        if (last[gram] === name + 1) continue
        last[gram] = name + 1
        visit(gram, name)
      }
    }
  }
  each((gram) => offsets[gram + 2]!++)
  for (let gram = 0; gram < ngramCount; gram++) offsets[gram + 2]! += offsets[gram + 1]!
  const postings = new Uint32Array(offsets[ngramCount + 1]!)
  each((gram, name) => (postings[offsets[gram + 1]!++] = name))
  return { offsets, postings }
}

const hasSyllable = /[가-힣]/

type Sliceable = { subarray(from: number, to: number): ArrayLike<number> }

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** A typed array that doubles its capacity when full. */
class GrowableArray<T extends NumberArray> {
  array: T
  length = 0
  readonly #make: new (length: number) => T
  constructor(make: new (length: number) => T) {
    this.#make = make
    this.array = new make(64)
  }
  push(value: number): void {
    this.reserve(1)
    this.array[this.length++] = value
  }
  append(values: Sliceable, from: number, to: number): void {
    this.reserve(to - from)
    this.array.set(values.subarray(from, to) as never, this.length)
    this.length += to - from
  }
  reserve(more: number): void {
    if (this.length + more <= this.array.length) return
    const larger = new this.#make(Math.max(this.array.length * 2, this.length + more))
    larger.set(this.array as never)
    this.array = larger
  }
}

/** The numbers of an entry by column. */
function columnsOf(entry: Entry): Record<ColumnName, number> {
  const { facts } = entry
  return {
    ids: entry.id,
    kinds: entry.kind === 'series' ? 0 : 1,
    popularity: entry.popularity,
    categories: entry.categories,
    traits:
      entry.age |
      (entry.is_free ? traitBits.is_free : 0) |
      (facts?.has_captions ? traitBits.has_captions : 0) |
      (facts?.is_completed ? traitBits.is_completed : 0) |
      (facts?.is_upcoming ? traitBits.is_upcoming : 0) |
      (facts?.is_dubbed ? traitBits.is_dubbed : 0),
    years: entry.year,
    days: facts?.released_day ?? unknownDay,
    countries: facts?.countries ?? 0,
    last_episodes: Math.min(facts?.last_episode ?? 0, 65_535),
    seasons: Math.min(facts?.seasons ?? 0, 255),
  }
}

/** Builds a segment from entries in any order. */
export class SegmentBuilder {
  readonly #codes = new GrowableArray(Uint16Array)
  readonly #flags = new GrowableArray(Uint8Array)
  readonly #ends = new GrowableArray(Uint32Array)
  /** The end of each entry's names, as an index of names. */
  readonly #nameEnds = new GrowableArray(Uint32Array)
  readonly #columns = Object.fromEntries(
    columnNames.map((name) => [name, new GrowableArray<NumberArray>(columnTypes[name])]),
  ) as Record<ColumnName, GrowableArray<NumberArray>>
  readonly #works = new GrowableArray(Int32Array)
  readonly #workRoles = new GrowableArray(Uint8Array)
  readonly #workEnds = new GrowableArray(Uint32Array)

  get size(): number {
    return this.#columns.ids.length
  }

  add(entry: Entry): void {
    for (const name of entry.names) {
      const { codes, flags, length } = writeKeystrokes(name)
      this.#codes.append(codes, 0, length)
      this.#flags.append(flags, 0, length)
      this.#ends.push(this.#codes.length)
      this.#addSounds(name)
    }
    this.#nameEnds.push(this.#ends.length)
    const row = columnsOf(entry)
    for (const name of columnNames) this.#columns[name].push(row[name])
    for (const [at, work] of entry.works.entries()) {
      this.#works.push(work)
      this.#workRoles.push(entry.roles?.[at] ?? 0)
    }
    this.#workEnds.push(this.#works.length)
  }

  /** Adds the sounds of a Korean name, and of its readings, as further names: their codes occur in no keystrokes. */
  #addSounds(name: string): void {
    const added = new Set<string>()
    const add = (text: string, isPronounced: boolean) => {
      const keys = toSoundKeys(text, isPronounced)
      const key = keys.codes.join()
      if (added.has(key)) return
      added.add(key)
      this.#addKeys(keys)
    }
    if (hasSyllable.test(name)) for (const isPronounced of [false, true]) add(name, isPronounced)
    for (const reading of readingsOfName(name)) add(reading, false)
  }

  #addKeys({ codes, flags }: Keystrokes): void {
    this.#codes.append(codes, 0, codes.length)
    this.#flags.append(flags, 0, codes.length)
    this.#ends.push(this.#codes.length)
  }

  /** Adds all entries of `segment` that are not removed. */
  addAll({ a, removed, names, entries }: Segment): void {
    let name = 0
    for (let entry = 0; entry < entries; entry++) {
      for (; name < names && a.owners[name] === entry; name++) {
        if (removed[entry]) continue
        this.#codes.append(a.codes, a.starts[name]!, a.starts[name + 1]!)
        this.#flags.append(a.flags, a.starts[name]!, a.starts[name + 1]!)
        this.#ends.push(this.#codes.length)
      }
      if (removed[entry]) continue
      this.#nameEnds.push(this.#ends.length)
      for (const column of columnNames) this.#columns[column].push(a[column][entry]!)
      this.#works.append(a.works, a.work_starts[entry]!, a.work_starts[entry + 1]!)
      this.#workRoles.append(a.work_roles, a.work_starts[entry]!, a.work_starts[entry + 1]!)
      this.#workEnds.push(this.#works.length)
    }
  }

  finish(): Segment {
    const count = this.size
    const popularity = this.#columns.popularity.array
    const ids = this.#columns.ids.array
    const order = new Uint32Array(count)
    for (let at = 0; at < count; at++) order[at] = at
    order.sort((a, b) => popularity[b]! - popularity[a]! || ids[a]! - ids[b]!)
    const names = this.#ends.length
    const columns = Object.fromEntries(
      columnNames.map((column) => [column, new columnTypes[column](count)]),
    ) as Columns
    const a: Arrays = {
      ...columns,
      codes: new Uint16Array(this.#codes.length),
      flags: new Uint8Array(this.#codes.length),
      starts: new Uint32Array(names + 1),
      owners: new Uint32Array(names),
      works: new Int32Array(this.#works.length),
      work_roles: new Uint8Array(this.#works.length),
      work_starts: new Uint32Array(count + 1),
    }
    let name = 0
    let end = 0
    let work = 0
    for (let entry = 0; entry < count; entry++) {
      const source = order[entry]!
      const firstName = source === 0 ? 0 : this.#nameEnds.array[source - 1]!
      for (let at = firstName; at < this.#nameEnds.array[source]!; at++) {
        const from = at === 0 ? 0 : this.#ends.array[at - 1]!
        const to = this.#ends.array[at]!
        a.codes.set(this.#codes.array.subarray(from, to), end)
        a.flags.set(this.#flags.array.subarray(from, to), end)
        end += to - from
        a.owners[name] = entry
        a.starts[++name] = end
      }
      for (const column of columnNames) a[column][entry] = this.#columns[column].array[source]!
      const firstWork = source === 0 ? 0 : this.#workEnds.array[source - 1]!
      const works = this.#works.array.subarray(firstWork, this.#workEnds.array[source])
      a.works.set(works, work)
      a.work_roles.set(
        this.#workRoles.array.subarray(firstWork, this.#workEnds.array[source]),
        work,
      )
      work += works.length
      a.work_starts[entry + 1] = work
    }
    return new Segment(a)
  }
}

/** Whether an entry of a work is rated up to `max_age`. */
export const isWithinAge = ({ traits }: Segment['a'], entry: number, max_age: number | undefined) =>
  max_age === undefined || (traits[entry]! & 3) <= max_age
