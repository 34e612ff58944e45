import { IntMap } from '../title-index/int-map.ts'

/** The page of a card and its offset there. */
type CardLocation = { page: Buffer; at: number }

const pageBits = 22
const pageSize = 1 << pageBits
/** Each card has a header of four numbers, in bytes: start and end of the name, length of the second name, total size. */
const headerSize = 16
const removedMarker = -1

/**
 * Stores the cards of works or people as JSON bytes outside the heap, about 0.4 KB per work, so that a search needs no
 * database query, no serialization and no garbage collection. Pages are append-only; the space of replaced cards is
 * released when the store is cleared.
 */
export class CardStore {
  readonly #first: string
  readonly #second: string
  #pages: Buffer[] = []
  #end = pageSize
  #places = new IntMap()
  #dead = 0

  /** @param names the wire fields of a card's two names. */
  constructor(names: { name: string; original: string }) {
    this.#first = `,"${names.name}":`
    this.#second = `,"${names.original}":`
  }

  get bytes(): number {
    return this.#pages.length * pageSize
  }

  /** Whether most of the space belongs to replaced cards. */
  get isStale(): boolean {
    return this.#dead > pageSize && this.#dead * 2 > this.bytes
  }

  has(id: number): boolean {
    return (this.#places.get(id) ?? removedMarker) !== removedMarker
  }

  /** Inserts or replaces the card of `id`. `rest` has its fields after the names. */
  put(id: number, name: string, original: string | null, rest: object): void {
    this.forget(id)
    const first = `{"id":${id}${this.#first}`
    const nameJson = JSON.stringify(name)
    const second = JSON.stringify(original)
    const end = JSON.stringify(rest).slice(1)
    const restJson = end === '}' ? end : `,${end}`
    const lengths = [first.length, Buffer.byteLength(nameJson), this.#second.length]
    const text = first + nameJson + this.#second + second + restJson
    const size = Buffer.byteLength(text)
    if (this.#end + headerSize + size > pageSize) {
      this.#pages.push(Buffer.allocUnsafeSlow(pageSize))
      this.#end = 0
    }
    const page = this.#pages.at(-1)!
    const at = this.#end
    page.writeUInt32LE(lengths[0]!, at)
    page.writeUInt32LE(lengths[0]! + lengths[1]!, at + 4)
    page.writeUInt32LE(Buffer.byteLength(second), at + 8)
    page.writeUInt32LE(size, at + 12)
    page.write(text, at + headerSize, size, 'utf8')
    this.#end = at + headerSize + size
    this.#places.set(id, (this.#pages.length - 1) * pageSize + at)
  }

  forget(id: number): void {
    const location = this.#find(id)
    if (!location) return
    this.#dead += headerSize + location.page.readUInt32LE(location.at + 12)
    this.#places.set(id, removedMarker)
  }

  clear(): void {
    this.#pages = []
    this.#end = pageSize
    this.#places = new IntMap()
    this.#dead = 0
  }

  /** The names on a stored card. */
  namesOf(id: number): { name: string; original: string | null } {
    const { page, at } = this.#find(id)!
    const begin = at + headerSize
    const nameEnd = begin + page.readUInt32LE(at + 4)
    const second = nameEnd + this.#second.length
    return {
      name: JSON.parse(page.toString('utf8', begin + page.readUInt32LE(at), nameEnd)) as string,
      original: JSON.parse(page.toString('utf8', second, second + page.readUInt32LE(at + 8))) as
        | string
        | null,
    }
  }

  /** The size of a stored card in bytes. */
  sizeOf(id: number): number {
    const { page, at } = this.#find(id)!
    return page.readUInt32LE(at + 12)
  }

  /** Copies a stored card to `target`. @returns the offset after it. */
  copy(id: number, target: Buffer, to: number): number {
    const { page, at } = this.#find(id)!
    const begin = at + headerSize
    return to + page.copy(target, to, begin, begin + page.readUInt32LE(at + 12))
  }

  #find(id: number): CardLocation | undefined {
    const location = this.#places.get(id) ?? removedMarker
    if (location === removedMarker) return undefined
    const at = location % pageSize
    return { page: this.#pages[(location - at) / pageSize]!, at }
  }
}
