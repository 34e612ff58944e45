import type { TermsDocument } from './terms-document.ts'

export const ageTerms: TermsDocument = {
  title: '만 14세 이상 확인',
  lead: '한편은 만 14세 이상이어야 가입할 수 있어요.',
  versions: [
    {
      version: '2026-11-01',
      note: '처음 만든 안내예요.',
      articles: [
        {
          id: 'why',
          heading: '왜 확인하나요?',
          body: [
            '개인정보보호법은 만 14세 미만 어린이의 정보를 받을 때 보호자의 동의를 받도록 해요. 한편은 아직 보호자의 동의를 받을 방법을 갖추지 못해서, 만 14세 이상인 분만 가입을 받아요.',
          ],
        },
        {
          id: 'under',
          heading: '만 14세 미만이라면',
          body: [
            '가입하지 않아도 무료 회차는 볼 수 있어요. 가입하는 동안 만 14세 미만이라고 알려 주시면, 그때까지 확인한 이메일과 휴대폰 번호를 바로 지워요.',
          ],
        },
        {
          id: 'false',
          heading: '사실과 다르게 확인했다면',
          body: [
            '가입한 뒤에 만 14세 미만으로 밝혀지면 계정을 닫고 정보를 지워요. 남은 유료 포인트와 결제한 금액은 돌려 드려요.',
          ],
        },
      ],
    },
  ],
}
