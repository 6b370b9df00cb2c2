import { PageHead } from '../../lib/PageHead';

export function HomePage() {
  return (
    <section className="wrap">
      <PageHead description="Exclusive ghost productions for DJs and producers: hear them, compare them, own them." />
      <h1>Your music - our mastery</h1>
    </section>
  );
}
