import { IntMap } from '../title-index/name-tables.ts'

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
  readonly #nameKey: string
  readonly #originalKey: string
  #pages: Buffer[] = []
  #end = pageSize
  #locations = new IntMap()
  #replacedBytes = 0

  /** @param names the wire fields of a card's two names. */
  constructor(names: { name: string; original: string }) {
    this.#nameKey = `,"${names.name}":`
    this.#originalKey = `,"${names.original}":`
  }

  get bytes(): number {
    return this.#pages.length * pageSize
  }

  /** Whether most of the space belongs to replaced cards. */
  get isStale(): boolean {
    return this.#replacedBytes > pageSize && this.#replacedBytes * 2 > this.bytes
  }

  has(id: number): boolean {
    return (this.#locations.get(id) ?? removedMarker) !== removedMarker
  }

  /** Inserts or replaces the card of `id`. `fields` has its fields after the names. */
  put(id: number, name: string, original: string | null, fields: object): void {
    this.remove(id)
    const first = `{"id":${id}${this.#nameKey}`
    const nameJson = JSON.stringify(name)
    const second = JSON.stringify(original)
    const end = JSON.stringify(fields).slice(1)
    const fieldsJson = end === '}' ? end : `,${end}`
    const lengths = [first.length, Buffer.byteLength(nameJson), this.#originalKey.length]
    const text = first + nameJson + this.#originalKey + second + fieldsJson
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
    this.#locations.set(id, (this.#pages.length - 1) * pageSize + at)
  }

  remove(id: number): void {
    const location = this.#find(id)
    if (!location) return
    this.#replacedBytes += headerSize + location.page.readUInt32LE(location.at + 12)
    this.#locations.set(id, removedMarker)
  }

  clear(): void {
    this.#pages = []
    this.#end = pageSize
    this.#locations = new IntMap()
    this.#replacedBytes = 0
  }

  /** The names on a stored card. */
  namesOf(id: number): { name: string; original: string | null } {
    const { page, at } = this.#find(id)!
    const begin = at + headerSize
    const nameEnd = begin + page.readUInt32LE(at + 4)
    const second = nameEnd + this.#originalKey.length
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
    const location = this.#locations.get(id) ?? removedMarker
    if (location === removedMarker) return undefined
    const at = location % pageSize
    return { page: this.#pages[(location - at) / pageSize]!, at }
  }
}
