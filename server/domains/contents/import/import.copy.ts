/** Reasons why a line of a catalogue is not imported. */
export const importCopy = {
  tooLong: (limit: number) => `한 줄이 너무 길어요 (최대 ${limit.toLocaleString('ko')}자)`,
  notJson: 'JSON 형식이 아니에요',
  notObject: '작품 하나를 담은 JSON 객체가 아니에요',
  broken: '깨진 글자가 있어요. UTF-8로 저장해 주세요',
  duplicate: (line: number) => `id: ${line}번째 줄에 이미 있는 작품이에요`,
  unreadableFile: (file: string, why: string) =>
    `작품은 들어갔지만 영상을 읽지 못했어요: ${file} (${why})`,
  refusedByDatabase: (why: string) => `저장할 수 없는 값이 있어요 (${why})`,
  missing: '값이 없어요',
  unknownFields: (names: string[]) => `모르는 항목이에요: ${names.join(', ')}`,
  wrongType: (expected: string) => wrongTypes[expected] ?? '형식이 맞지 않아요',
  notInList: (choices: string[]) => `다음 중 하나여야 해요: ${choices.join(', ')}`,
  tooSmall: (limit: number) => `${limit.toLocaleString('ko')} 이상이어야 해요`,
  tooBig: (limit: number) => `${limit.toLocaleString('ko')} 이하여야 해요`,
  empty: '비어 있어요',
  tooLongText: (limit: number) => `${limit.toLocaleString('ko')}자를 넘어요`,
  tooMany: (limit: number) => `${limit.toLocaleString('ko')}개를 넘어요`,
  wrongFormat: '형식이 맞지 않아요',
  badText: '쓸 수 없는 글자(NUL이나 깨진 글자)가 있어요',
  freeWithPrice: '무료인 화에 가격이 있어요',
  notForSale: '무료도, 이용권도, 판매도 아니에요',
  seasonTwice: '시즌 번호가 겹쳐요',
  episodeTwice: '화 번호가 겹쳐요',
  halves: '0.5 단위여야 해요',
  filmSeason: '본편',
  season: (number: number) => `시즌 ${number}`,
  episode: (number: number) => `${number}화`,
}

const wrongTypes: Record<string, string> = {
  string: '글자여야 해요',
  number: '숫자여야 해요',
  int: '정수여야 해요',
  boolean: 'true나 false여야 해요',
  array: '목록이어야 해요',
  object: '객체여야 해요',
}
