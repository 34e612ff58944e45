export const televisionMessages = {
  keyboard: '화면 키보드',
  consonants: '자음',
  vowels: '모음',
  letters: '영문과 숫자',
  space: '띄어쓰기',
  remove: '한 글자 지우기',
  clear: '모두 지우기',
  search: '검색',
  close: '키보드 닫기',
} as const
