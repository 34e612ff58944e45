/** The countries that search filters by, by their names in queries and in imported works; the first name is shown. */
const countries: readonly (readonly string[])[] = [
  ['미국', 'usa'],
  ['영국'],
  ['프랑스'],
  ['홍콩'],
  ['이탈리아', '이태리'],
  ['독일', '서독'],
  ['호주', '오스트레일리아'],
  ['대만', '타이완'],
  ['캐나다'],
  ['러시아', '소련'],
  ['일본'],
  ['중국'],
  ['스페인'],
  ['스웨덴'],
  ['남아공', '남아프리카'],
  ['덴마크'],
  ['아르헨티나'],
  ['체코'],
  ['유고슬라비아'],
  ['브라질'],
  ['아일랜드'],
  ['폴란드'],
  ['노르웨이'],
  ['튀르키예', '터키'],
  ['멕시코'],
  ['인도'],
  ['태국'],
  ['베트남'],
  ['이란'],
  ['뉴질랜드'],
  ['네덜란드'],
]

/** The number of a country by each of its names; a bit of `WorkFacts.countries`. */
export const countryNumbers: ReadonlyMap<string, number> = new Map(
  countries.flatMap((names, at) => names.map((name) => [name, at] as const)),
)

/** The shown name of a country. */
export const countryName = (number: number): string => countries[number]![0]!

/** The bits of the countries of a work. Imported names have notes and spaces: `독일(구 서독)`. */
export function countryBits(names: readonly string[]): number {
  let bits = 0
  for (const name of names) {
    const number = countryNumbers.get(name.replace(/\(.*\)|\s*공화국$/g, '').trim())
    if (number !== undefined) bits |= 1 << number
  }
  return bits
}
