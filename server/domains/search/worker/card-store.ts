import { IntMap } from '../title-index/int-map.ts'

/** Where one card is: its page, its beginning there, where its two names begin and end, and where it ends. */
type Place = { page: Buffer; at: number }

const pageBits = 22
const pageSize = 1 << pageBits
/** Four lengths stand before each card, in bytes: up to its first name, that name, up to the second, and all of it. */
const headSize = 16
const gone = -1

/**
 * What results show of works, or of people, as the JSON that answers are put together of: bytes outside the heap, about
 * 0.4 KB a work, so that a search neither asks the database nor serialises anything, and the collector has nothing to
 * walk. Pages are only added to; what was written over is dead weight until all is forgotten.
 */
export class CardStore {
  readonly #first: string
  readonly #second: string
  #pages: Buffer[] = []
  #end = pageSize
  #places = new IntMap()
  #dead = 0

  /** @param names what the two names of a card are called on the wire. */
  constructor(names: { name: string; original: string }) {
    this.#first = `,"${names.name}":`
    this.#second = `,"${names.original}":`
  }

  get bytes(): number {
    return this.#pages.length * pageSize
  }

  /** Whether most of it is dead weight. */
  get isStale(): boolean {
    return this.#dead > pageSize && this.#dead * 2 > this.bytes
  }

  has(id: number): boolean {
    return (this.#places.get(id) ?? gone) !== gone
  }

  /** Keeps the card of `id` in the place of what it was. `rest` are its fields after the names. */
  put(id: number, name: string, original: string | null, rest: object): void {
    this.forget(id)
    const first = `{"id":${id}${this.#first}`
    const named = JSON.stringify(name)
    const second = JSON.stringify(original)
    const end = JSON.stringify(rest).slice(1)
    const tail = end === '}' ? end : `,${end}`
    const lengths = [first.length, Buffer.byteLength(named), this.#second.length]
    const text = first + named + this.#second + second + tail
    const size = Buffer.byteLength(text)
    if (this.#end + headSize + size > pageSize) {
      this.#pages.push(Buffer.allocUnsafeSlow(pageSize))
      this.#end = 0
    }
    const page = this.#pages.at(-1)!
    const at = this.#end
    page.writeUInt32LE(lengths[0]!, at)
    page.writeUInt32LE(lengths[0]! + lengths[1]!, at + 4)
    page.writeUInt32LE(Buffer.byteLength(second), at + 8)
    page.writeUInt32LE(size, at + 12)
    page.write(text, at + headSize, size, 'utf8')
    this.#end = at + headSize + size
    this.#places.set(id, (this.#pages.length - 1) * pageSize + at)
  }

  forget(id: number): void {
    const place = this.#find(id)
    if (!place) return
    this.#dead += headSize + place.page.readUInt32LE(place.at + 12)
    this.#places.set(id, gone)
  }

  clear(): void {
    this.#pages = []
    this.#end = pageSize
    this.#places = new IntMap()
    this.#dead = 0
  }

  /** The names that stand on a card which is there. */
  namesOf(id: number): { name: string; original: string | null } {
    const { page, at } = this.#find(id)!
    const begin = at + headSize
    const nameEnd = begin + page.readUInt32LE(at + 4)
    const second = nameEnd + this.#second.length
    return {
      name: JSON.parse(page.toString('utf8', begin + page.readUInt32LE(at), nameEnd)) as string,
      original: JSON.parse(page.toString('utf8', second, second + page.readUInt32LE(at + 8))) as
        | string
        | null,
    }
  }

  /** Bytes of a card which is there. */
  sizeOf(id: number): number {
    const { page, at } = this.#find(id)!
    return page.readUInt32LE(at + 12)
  }

  /** Writes a card which is there. @returns where it ends in `target`. */
  copy(id: number, target: Buffer, to: number): number {
    const { page, at } = this.#find(id)!
    const begin = at + headSize
    return to + page.copy(target, to, begin, begin + page.readUInt32LE(at + 12))
  }

  #find(id: number): Place | undefined {
    const place = this.#places.get(id) ?? gone
    if (place === gone) return undefined
    const at = place % pageSize
    return { page: this.#pages[(place - at) / pageSize]!, at }
  }
}
