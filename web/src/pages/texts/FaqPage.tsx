import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import styles from './faq/Faq.module.css';
import { QuestionList } from './faq/QuestionList';
import { BUYERS, GENERAL, SELLERS } from './faq/questions';

export function FaqPage() {
  return (
    <div className="wrap">
      <header className={styles.head}>
        <h1>FAQ</h1>
        <p>
          Not answered here? <Link to={paths.contact}>Write to us</Link>.
        </p>
      </header>
      <QuestionList title="General" questions={GENERAL} />
      <QuestionList title="Sellers" questions={SELLERS} />
      <QuestionList title="Buyers" questions={BUYERS} />
    </div>
  );
}
