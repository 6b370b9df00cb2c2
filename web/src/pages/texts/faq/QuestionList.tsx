import { Plus } from 'lucide-react';
import { Accordion } from 'radix-ui';
import type { Question } from './questions';
import styles from './Faq.module.css';

/** One section of questions. At most one of them is open. */
export function QuestionList({ title, questions }: { title: string; questions: readonly Question[] }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 dir="auto">{title}</h2>
      <Accordion.Root type="single" collapsible className={styles.list}>
        {questions.map(({ question, answer }) => (
          <Accordion.Item key={question} value={question} className={styles.item}>
            <Accordion.Header className={styles.header}>
              <Accordion.Trigger className={styles.trigger}>
                {question}
                <Plus size={20} aria-hidden className={styles.sign} />
              </Accordion.Trigger>
            </Accordion.Header>
            {/* Always present, for visitors without scripts and for the browser's own search. */}
            <Accordion.Content forceMount className={styles.content}>
              <div className={styles.clip}>
                <div className={styles.answer} dir="auto">
                  {answer}
                </div>
              </div>
            </Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </section>
  );
}
