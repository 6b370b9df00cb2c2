import { useDeferredValue } from 'react';
import styles from './AdminAnnouncementForm.module.css';
import popup from '../public/AnnouncementPopup.module.css';
import { AnnouncementText } from '../public/AnnouncementText';

/** A live preview of the announcement, drawn by the popup's own components. */
export function AdminAnnouncementPreview({ title, content, image }: { title: string; content: string; image: string | null }) {
  const text = useDeferredValue(content);
  return (
    <>
      <p className="muted">Preview</p>
      <div className={styles.card}>
        <div className={popup.head}>
          <h2 className={popup.title}>{title.trim() || 'Title'}</h2>
        </div>
        {image && <img className={popup.image} src={image} alt="" />}
        {text.trim() ? (
          <AnnouncementText content={text} />
        ) : (
          <p className={`${popup.text} muted`}>The text as visitors will see it.</p>
        )}
      </div>
    </>
  );
}
