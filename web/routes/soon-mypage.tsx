export default function SoonMypage() { return <main>soon-mypage</main> }
